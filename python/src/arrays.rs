//! NumPy arrays of the caller as slices.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// An array that a step reads or fills.
pub(crate) struct Column<T: Element> {
    array: Py<PyArrayDyn<T>>,
    name: &'static str,
    len: usize,
}

impl<T: Element> Column<T> {
    /// Takes an array of a shape; the error names it.
    pub(crate) fn new(
        name: &'static str,
        array: &Bound<'_, PyAny>,
        shape: &[usize],
    ) -> PyResult<Column<T>> {
        let array = array.cast::<PyArrayDyn<T>>().map_err(|_| {
            let wanted = std::any::type_name::<T>();
            PyTypeError::new_err(format!("{name} must be a NumPy array of type {wanted}"))
        })?;
        if array.shape() != shape {
            let found = array.shape();
            return Err(PyValueError::new_err(format!(
                "{name} must have the shape {shape:?}, it has {found:?}"
            )));
        }
        let column = Column { array: array.clone().unbind(), name, len: shape.iter().product() };
        // A read-only array is refused here, once.
        let is_writeable: bool = array.getattr("flags")?.getattr("writeable")?.extract()?;
        if !is_writeable || !array.is_c_contiguous() {
            return Err(PyValueError::new_err(format!(
                "{name} must be writeable and contiguous in C order"
            )));
        }
        Ok(column)
    }

    /// The array.
    pub(crate) fn array(&self, py: Python<'_>) -> Py<PyArrayDyn<T>> {
        self.array.clone_ref(py)
    }

    /// The first byte and the one after the last.
    pub(crate) fn bytes(&self, py: Python<'_>) -> std::ops::Range<usize> {
        let first = self.array.bind(py).data() as usize;
        first..first + self.len * size_of::<T>()
    }

    /// The memory. It is looked up at every call, because an array can be resized in place.
    #[inline]
    #[allow(clippy::mut_from_ref, reason = "the memory is NumPy's, not the column's")]
    pub(crate) fn slice<'a>(&'a self, py: Python<'a>) -> PyResult<&'a mut [T]> {
        let array = self.array.bind(py);
        if array.len() != self.len || !array.is_c_contiguous() {
            let name = self.name;
            return Err(PyValueError::new_err(format!("{name} was reshaped or resized")));
        }
        // SAFETY: the array is alive, contiguous and of this length, and `VectorEnv` checks that its
        // arrays do not overlap. Python code that writes the array from another thread during a
        // step gets torn values, as with any NumPy function that releases the lock.
        let memory = unsafe { array.as_slice_mut() };
        memory.map_err(|_| PyValueError::new_err(format!("{} is not contiguous", self.name)))
    }
}

/// A boolean array as bytes that are 0 or 1.
pub(crate) fn as_bytes(bools: &mut [bool]) -> &mut [u8] {
    let (data, len) = (bools.as_mut_ptr().cast::<u8>(), bools.len());
    // SAFETY: both types have one byte, and only 0 and 1 are written.
    unsafe { std::slice::from_raw_parts_mut(data, len) }
}
