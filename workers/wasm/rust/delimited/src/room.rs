//! Room for columns, as the first rows let expect it: columns that grow step by step are copied, and take up to twice their size.

use crate::Scan;

/// How many times the room is given that is expected.
const SPARE: f64 = 1.05;
/// The first rows may mislead, and the memory has a limit. For more, columns grow step by step.
const MOST_BYTES: f64 = 1_073_741_824.0;

/// Says how many bytes the text has.
#[no_mangle]
pub extern "C" fn scan_expect(scan: &mut Scan, size_bytes: f64) {
    scan.expected_bytes = Some(size_bytes);
}

impl Scan {
    /// Makes room once for the columns of the whole text, of which so many bytes were read.
    pub(crate) fn make_room(&mut self, read_bytes: usize) {
        let Some(expected) = self.expected_bytes.take() else { return };
        let times = expected / read_bytes as f64 * SPARE;
        let now: usize = self.columns.iter().flatten().map(|column| column.size_bytes()).sum();
        if now as f64 * times <= MOST_BYTES {
            self.columns.iter_mut().flatten().for_each(|column| column.expect(times));
        }
    }
}
