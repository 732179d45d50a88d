use crate::Layout;
use crate::bits::{expand, pack};

/// Memory of the caller that a step fills, one row per environment; `None` is not written.
#[derive(Default)]
pub struct Buffers<'a> {
    /// What the player to act knows: [`Layout::observation`] bytes each.
    pub observations: Option<&'a mut [u8]>,
    /// One byte per number: 1 if it is legal.
    pub masks: Option<&'a mut [u8]>,
    /// One bit per number, lowest first: [`Layout::packed`] bytes each.
    pub packed_masks: Option<&'a mut [u8]>,
    /// The reward of both players.
    pub rewards: Option<&'a mut [f32]>,
    /// 1 if the step ended the game.
    pub dones: Option<&'a mut [u8]>,
    /// See [`player`](crate::player).
    pub players: Option<&'a mut [i8]>,
}

impl<'a> Buffers<'a> {
    /// Whether every buffer has the length that `n` environments need.
    pub fn fit(&self, n: usize, layout: &Layout) -> bool {
        let fits = |length: Option<usize>, each: usize| {
            length.is_none_or(|length| n.checked_mul(each) == Some(length))
        };
        fits(self.observations.as_ref().map(|b| b.len()), layout.observation())
            && fits(self.masks.as_ref().map(|b| b.len()), layout.actions)
            && fits(self.packed_masks.as_ref().map(|b| b.len()), layout.packed())
            && fits(self.rewards.as_ref().map(|b| b.len()), 2)
            && fits(self.dones.as_ref().map(|b| b.len()), 1)
            && fits(self.players.as_ref().map(|b| b.len()), 1)
    }

    /// The rows before `n`, and the others.
    pub(crate) fn split(self, n: usize, layout: &Layout) -> (Buffers<'a>, Buffers<'a>) {
        fn cut<T>(of: Option<&mut [T]>, at: usize) -> (Option<&mut [T]>, Option<&mut [T]>) {
            match of.and_then(|buffer| buffer.split_at_mut_checked(at)) {
                Some((head, tail)) => (Some(head), Some(tail)),
                None => (None, None),
            }
        }
        let observations = cut(self.observations, n * layout.observation());
        let masks = cut(self.masks, n * layout.actions);
        let packed_masks = cut(self.packed_masks, n * layout.packed());
        let rewards = cut(self.rewards, n * 2);
        let dones = cut(self.dones, n);
        let players = cut(self.players, n);
        let head = Buffers {
            observations: observations.0,
            masks: masks.0,
            packed_masks: packed_masks.0,
            rewards: rewards.0,
            dones: dones.0,
            players: players.0,
        };
        let tail = Buffers {
            observations: observations.1,
            masks: masks.1,
            packed_masks: packed_masks.1,
            rewards: rewards.1,
            dones: dones.1,
            players: players.1,
        };
        (head, tail)
    }

    #[inline]
    pub(crate) fn observation(&mut self, row: usize, layout: &Layout) -> Option<&mut [u8]> {
        let size = layout.observation();
        self.observations.as_mut()?.get_mut(row * size..(row + 1) * size)
    }

    #[inline]
    pub(crate) fn write_legal(&mut self, row: usize, layout: &Layout, legal: &[u64]) {
        let bytes = row * layout.actions..(row + 1) * layout.actions;
        if let Some(mask) = self.masks.as_mut().and_then(|masks| masks.get_mut(bytes)) {
            expand(legal, mask);
        }
        let bytes = row * layout.packed()..(row + 1) * layout.packed();
        if let Some(mask) = self.packed_masks.as_mut().and_then(|masks| masks.get_mut(bytes)) {
            pack(legal, mask);
        }
    }

    #[inline]
    pub(crate) fn write_end(&mut self, row: usize, rewards: [f32; 2], is_done: bool) {
        let place = 2 * row..2 * row + 2;
        if let Some(both) = self.rewards.as_mut().and_then(|buffer| buffer.get_mut(place)) {
            both.copy_from_slice(&rewards);
        }
        if let Some(done) = self.dones.as_mut().and_then(|buffer| buffer.get_mut(row)) {
            *done = u8::from(is_done);
        }
    }

    #[inline]
    pub(crate) fn write_player(&mut self, row: usize, player: i8) {
        if let Some(place) = self.players.as_mut().and_then(|buffer| buffer.get_mut(row)) {
            *place = player;
        }
    }
}
