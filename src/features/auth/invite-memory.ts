import { tabStorage } from '@/lib/storage'

const key = 'guildhall-invite'

/** Survives a reload of the register view in this tab (D17). */
export function rememberedInvite(): string | null {
  return tabStorage.getItem(key)
}

export function rememberInvite(code: string) {
  tabStorage.setItem(key, code)
}

/** Keeps another valid code. */
export function forgetInvite(code: string) {
  if (rememberedInvite() === code) tabStorage.removeItem(key)
}
