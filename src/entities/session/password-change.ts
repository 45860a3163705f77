import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { replacePassword, signOutOtherSessions } from '@/entities/session/auth'
import type { PasswordChange } from '@/entities/session/schemas'
import { verifyCode } from '@/entities/session/second-factor'
import { useUser } from '@/entities/session/session'
import { errorCode } from '@/lib/errors'
import { loadClient } from '@/lib/supabase'

type Change = PasswordChange & { factor: string | undefined; code: string }

/** Signing in again proves the current password, whatever auth is configured to require. */
export function useChangePassword() {
  const { email } = useUser()
  const unconfirmed = useRef<string>(undefined)
  return useMutation({
    mutationFn: async ({ current, password, factor, code }: Change) => {
      const { auth } = await loadClient()
      try {
        await auth.signInWithPassword({ email, password: current })
      } catch (error) {
        if (errorCode(error) !== 'invalid_credentials' || unconfirmed.current !== password) throw error
        await auth.signInWithPassword({ email, password })
        return signOutOtherSessions()
      }
      if (factor) await verifyCode({ id: factor, code })
      return replacePassword(password, unconfirmed)
    },
    meta: { failed: 'form' },
  })
}
