/// Bytes that calls are passed through: it only grows, and starts at a multiple of 8, so that numbers can be read in place.
#[derive(Default)]
pub struct Arena {
    words: Vec<u64>,
}

const STEP_BYTES: usize = 65_536;
/// Up to here an arena doubles, so that blocks of slowly growing size don't move it each time; beyond, that would waste too much.
const DOUBLING_BYTES: usize = 1 << 20;
const MOST_BYTES: usize = 0x7fff_ffff;

/// There is no memory for it.
pub struct NoMemory;

impl Arena {
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    pub fn capacity(&self) -> usize {
        self.words.len() * 8
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: every byte of a u64 is a u8.
        unsafe { core::slice::from_raw_parts(self.words.as_ptr().cast(), self.capacity()) }
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and any eight u8 are a u64.
        unsafe { core::slice::from_raw_parts_mut(self.words.as_mut_ptr().cast(), self.capacity()) }
    }

    /// At least so many bytes, what is there kept.
    pub fn reserve(&mut self, size_bytes: usize) -> Result<&mut [u8], NoMemory> {
        if size_bytes > self.capacity() || self.words.is_empty() {
            let wanted = rounded_words(size_bytes)?;
            self.words.try_reserve_exact(wanted - self.words.len()).map_err(|_| NoMemory)?;
            self.words.resize(wanted, 0);
        }
        Ok(self.bytes_mut())
    }

    /// At least so many bytes, what is there lost where it has to grow: nothing is copied.
    pub fn reserve_anew(&mut self, size_bytes: usize) -> Result<&mut [u8], NoMemory> {
        if size_bytes > self.capacity() {
            self.words = Vec::new();
        }
        self.reserve(size_bytes)
    }
}

fn rounded_words(size_bytes: usize) -> Result<usize, NoMemory> {
    if size_bytes > MOST_BYTES {
        return Err(NoMemory);
    }
    let capacity = if size_bytes > DOUBLING_BYTES { size_bytes.next_multiple_of(STEP_BYTES) } else { size_bytes.next_power_of_two().max(STEP_BYTES) };
    Ok(capacity / 8)
}
