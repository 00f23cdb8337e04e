//! Copies of short texts.

/// Adds a text. Most are so short that a call to copy memory takes longer than the copy.
#[inline]
pub fn append(data: &mut Vec<u8>, text: &[u8]) {
    let count = text.len();
    if count > 2 * size_of::<u64>() {
        return data.extend_from_slice(text);
    }
    data.reserve(count);
    let from = text.as_ptr();
    // SAFETY: there is room for all bytes of the text. Words that begin at its start and end at its end lie within it.
    unsafe {
        let to = data.as_mut_ptr().add(data.len());
        if count >= size_of::<u64>() {
            copy_ends::<u64>(from, to, count);
        } else if count >= size_of::<u32>() {
            copy_ends::<u32>(from, to, count);
        } else {
            for at in 0..count {
                *to.add(at) = *from.add(at);
            }
        }
        data.set_len(data.len() + count);
    }
}

/// Copies the first and the last word of a text that is as long as a word, and at most as long as two.
///
/// # Safety
/// Both have so many bytes.
#[inline]
unsafe fn copy_ends<Word: Copy>(from: *const u8, to: *mut u8, count: usize) {
    let last = count - size_of::<Word>();
    let words = (from.cast::<Word>().read_unaligned(), from.add(last).cast::<Word>().read_unaligned());
    to.cast::<Word>().write_unaligned(words.0);
    to.add(last).cast::<Word>().write_unaligned(words.1);
}
