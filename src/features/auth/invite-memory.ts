import { tabStorage } from '@/lib/storage'

const key = 'guildhall-invite'

/** The validated invite code, for a reload of the register view in this tab (D17). */
export function rememberedInvite(): string | null {
  return tabStorage.getItem(key)
}

export function rememberInvite(code: string) {
  tabStorage.setItem(key, code)
}

/** Forgets a used or rejected code, but keeps another valid one. */
export function forgetInvite(code: string) {
  if (rememberedInvite() === code) tabStorage.removeItem(key)
}
