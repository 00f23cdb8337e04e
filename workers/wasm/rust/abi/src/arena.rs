/// Bytes that calls are passed through: it only grows, and starts at a multiple of 8, so that numbers can be read in place. What is kept of earlier calls
/// lies before: all sizes and places here count from its end.
#[derive(Default)]
pub struct Arena {
    words: Vec<u64>,
    kept_bytes: usize,
}

const STEP_BYTES: usize = 65_536;
/// Up to here an arena doubles, so that blocks of slowly growing size don't move it each time; beyond, that would waste too much.
const DOUBLING_BYTES: usize = 1 << 20;
const MOST_BYTES: usize = 0x7fff_ffff;

/// There is no memory for it.
pub struct NoMemory;

impl Arena {
    pub const fn new() -> Self {
        Self { words: Vec::new(), kept_bytes: 0 }
    }

    /// So many bytes from the beginning on stay as they are, until this is called again. More than there are count as all.
    pub fn keep(&mut self, bytes: usize) {
        self.kept_bytes = bytes.min(self.words.len() * 8);
    }

    pub fn kept_bytes(&self) -> usize {
        self.kept_bytes
    }

    /// Where everything begins, what is kept too.
    pub fn start(&self) -> *const u8 {
        self.words.as_ptr().cast()
    }

    pub fn capacity(&self) -> usize {
        self.words.len() * 8 - self.kept_bytes
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: every byte of a u64 is a u8.
        unsafe { &core::slice::from_raw_parts(self.start(), self.words.len() * 8)[self.kept_bytes..] }
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and any eight u8 are a u64.
        unsafe {
            &mut core::slice::from_raw_parts_mut(self.words.as_mut_ptr().cast(), self.words.len() * 8)
                [self.kept_bytes..]
        }
    }

    /// At least so many bytes, what is there kept.
    #[inline]
    pub fn reserve(&mut self, size_bytes: usize) -> Result<&mut [u8], NoMemory> {
        if size_bytes > self.capacity() || self.words.is_empty() {
            self.grow_for(size_bytes)?;
        }
        Ok(self.bytes_mut())
    }

    /// Apart, since small records hardly ever come here.
    #[cold]
    fn grow_for(&mut self, size_bytes: usize) -> Result<(), NoMemory> {
        let needed = self.kept_bytes.checked_add(size_bytes).ok_or(NoMemory)?;
        // Results come one behind the other: half as much again, so that not each of them moves all before it.
        let generous =
            if self.kept_bytes > 0 && needed < MOST_BYTES { (needed + needed / 2).min(MOST_BYTES) } else { needed };
        self.grow(generous).or_else(|_| self.grow(needed))
    }

    #[cold]
    fn grow(&mut self, needed_bytes: usize) -> Result<(), NoMemory> {
        let wanted = rounded_words(needed_bytes)?;
        self.words.try_reserve_exact(wanted - self.words.len()).map_err(|_| NoMemory)?;
        self.words.resize(wanted, 0);
        Ok(())
    }

    /// At least so many bytes, what is there lost where it has to grow, except what is kept: where that is nothing, nothing is copied.
    #[inline]
    pub fn reserve_anew(&mut self, size_bytes: usize) -> Result<&mut [u8], NoMemory> {
        if size_bytes > self.capacity() && self.kept_bytes == 0 {
            self.words = Vec::new();
        }
        self.reserve(size_bytes)
    }
}

fn rounded_words(size_bytes: usize) -> Result<usize, NoMemory> {
    if size_bytes > MOST_BYTES {
        return Err(NoMemory);
    }
    let capacity = if size_bytes > DOUBLING_BYTES {
        size_bytes.next_multiple_of(STEP_BYTES)
    } else {
        size_bytes.next_power_of_two().max(STEP_BYTES)
    };
    Ok(capacity / 8)
}
