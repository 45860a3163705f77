import { createContext, useContext, useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type AuthDrafts, emptyDrafts } from '@/entities/session/schemas'
import { tabStorage } from '@/lib/storage'

export const Drafts = createContext<AuthDrafts>({ ...emptyDrafts })

export function useDrafts(): AuthDrafts {
  return useContext(Drafts)
}

export function useKeepDrafts<Values extends FieldValues & Partial<AuthDrafts>>(form: UseFormReturn<Values>) {
  const drafts = useDrafts()
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => void Object.assign(drafts, values),
      }),
    [subscribe, drafts],
  )
}

const key = 'guildhall-invite'
const tokenKey = 'guildhall-invite-token'

/** Survives a reload of the register view in this tab (D17). */
export function rememberedInvite(): string | null {
  return tabStorage.getItem(key)
}

export function rememberInvite(code: string) {
  tabStorage.setItem(key, code)
}

export function forgetInvite(code: string) {
  if (rememberedInvite() !== code) return
  tabStorage.removeItem(key)
  tabStorage.removeItem(tokenKey)
}

/** Proves that the invitation's email was received. */
export function rememberedToken(): string | null {
  return tabStorage.getItem(tokenKey)
}

export function rememberToken(token: string) {
  tabStorage.setItem(tokenKey, token)
}
