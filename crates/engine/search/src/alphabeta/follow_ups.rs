use crate::Node;

use super::move_ordering::MAX_HISTORY;

/// History of pairs of moves: how often a move was good one or two plies after another.
pub(super) struct FollowUpHistory {
    values: Vec<i16>,
    /// Slots of one row.
    width: usize,
}

/// The row of the move that came before.
#[derive(Clone, Copy)]
pub(super) struct FollowUpRow(u32);

impl FollowUpRow {
    /// No move came before.
    pub(super) const NONE: FollowUpRow = FollowUpRow(u32::MAX);
}

impl FollowUpHistory {
    pub(super) fn new(slots: usize) -> FollowUpHistory {
        FollowUpHistory { values: vec![0; 4 * slots * slots], width: slots }
    }

    pub(super) fn clear(&mut self) {
        self.values.fill(0);
    }

    /// The row for replies to a move.
    #[inline]
    pub(super) fn row<N: Node>(&self, node: &N, play: N::Move) -> FollowUpRow {
        if N::FOLLOW_UP_SLOTS == 0 {
            return FollowUpRow::NONE;
        }
        let slot = node.side_to_move().index() * N::FOLLOW_UP_SLOTS + node.follow_up_slot(play);
        FollowUpRow(slot as u32)
    }

    /// Start of the row of a move `apart` plies before, 0 or 1 for one or two.
    #[inline]
    fn start(&self, row: FollowUpRow, apart: usize) -> Option<usize> {
        (row.0 != u32::MAX).then(|| (row.0 as usize * 2 + apart) * self.width)
    }

    /// The values of both rows as slices, empty where no move came before.
    #[inline]
    pub(super) fn slices(&self, rows: [FollowUpRow; 2]) -> [&[i16]; 2] {
        [0, 1].map(|apart| match self.start(rows[apart], apart) {
            Some(start) => &self.values[start..start + self.width],
            None => &[],
        })
    }

    #[inline]
    pub(super) fn update(&mut self, rows: [FollowUpRow; 2], slot: usize, bonus: i32) {
        for (apart, row) in rows.into_iter().enumerate() {
            if let Some(start) = self.start(row, apart) {
                let value = &mut self.values[start + slot];
                let old = i32::from(*value);
                *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
            }
        }
    }
}
