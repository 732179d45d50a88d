//! Boards as SVG, PNG and terminal pictures.
