import { useQuery } from '@tanstack/react-query'
import { read } from '@/entities/shared/read'
import { brand } from '@/lib/brand'
import { supabase } from '@/lib/supabase'

/** All but the inviter requires the token of the email's link (D42). `tokens`: what the account begins with. */
type OpenedInvitation = {
  inviter: string | null
  email: string | null
  bound: boolean
  name: string | null
  tokens: number
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)

const openedKey = (code: string, token: string | null) => ['invitations', 'opened', code, token]

/** Without a result, the register view works as for any code. */
export function useOpenedInvitation(code: string, token: string | null) {
  return useQuery({
    queryKey: openedKey(code, token),
    queryFn: async ({ signal }): Promise<OpenedInvitation> => {
      const data = await read(
        supabase.rpc('open_invitation', { p_code: code, ...(token ? { p_token: token } : {}) }),
        signal,
      )
      const [row] = data
      return {
        inviter: text(row?.inviter),
        email: text(row?.email),
        bound: row?.bound === true,
        name: text(row?.name),
        tokens: typeof row?.opening_balance === 'number' ? row.opening_balance : brand.signupTokens,
      }
    },
    // The request records the visit, and after the sign-up, which uses the code, it would count as a wrong guess.
    staleTime: 'static',
    meta: { failed: '' },
  })
}
