import { createContext, useContext, useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type AuthDrafts, emptyDrafts } from '@/entities/session/schemas'

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
