const key = 'guildhall-invite'

/** The invite code that was found valid, for a reload of the register view in this tab (D17). */
export function rememberedInvite(): string | null {
  return sessionStorage.getItem(key)
}

export function rememberInvite(code: string) {
  sessionStorage.setItem(key, code)
}

export function forgetInvite() {
  sessionStorage.removeItem(key)
}
