import { tabStorage } from '@/lib/storage'

const key = 'guildhall-invite'

/** The invite code that was found valid, for a reload of the register view in this tab (D17). */
export function rememberedInvite(): string | null {
  return tabStorage.getItem(key)
}

export function rememberInvite(code: string) {
  tabStorage.setItem(key, code)
}

/** The code is used or refused: a reload must not bring it back. Another code that was found valid stays. */
export function forgetInvite(code: string) {
  if (rememberedInvite() === code) tabStorage.removeItem(key)
}
