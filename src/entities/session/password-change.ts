import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ownFactors } from '@/entities/session/assurance'
import { endOthers, replacePassword } from '@/entities/session/auth'
import type { PasswordChange } from '@/entities/session/schemas'
import { verifyCode } from '@/entities/session/second-factor'
import { useUser } from '@/entities/session/session'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** Signing in again proves the current password, whatever auth is configured to require. */
export function useChangePassword() {
  const { email } = useUser()
  const unconfirmed = useRef<string>(undefined)
  return useMutation({
    mutationFn: async ({ current, password, code }: PasswordChange & { code: string }) => {
      try {
        await supabase.auth.signInWithPassword({ email, password: current })
      } catch (error) {
        if (errorCode(error) !== 'invalid_credentials' || unconfirmed.current !== password) throw error
        await supabase.auth.signInWithPassword({ email, password })
        return endOthers()
      }
      const [factor] = ownFactors()
      if (factor) await verifyCode({ id: factor.id, code })
      return replacePassword(password, unconfirmed)
    },
    meta: { failed: 'form' },
  })
}
