import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '@/entities/session/session'
import { supabase } from '@/lib/supabase'

/**
 * Keeps the member's own rows live while mounted (chapter 7): updates of the profile, inserts of token_transactions,
 * and the orders. Realtime has no replay, so an event is only the sign to read again, and so is every join: what
 * changed before it, or while the channel was gone, was sent to nobody.
 */
export function useLiveUpdates() {
  const { id } = useUser()
  const client = useQueryClient()

  useEffect(() => {
    const refresh = (noun: string) => () => void client.invalidateQueries({ queryKey: [noun] })
    const channel = supabase
      .channel(`member:${id}`)
      .on(
        'postgres_changes',
        { event: 'UPDATE', schema: 'public', table: 'profiles', filter: `id=eq.${id}` },
        refresh('profiles'),
      )
      .on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'token_transactions', filter: `user_id=eq.${id}` },
        refresh('transactions'),
      )
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'orders', filter: `user_id=eq.${id}` },
        refresh('orders'),
      )
      .subscribe((status) => {
        if (status !== 'SUBSCRIBED') return
        for (const noun of ['profiles', 'transactions', 'orders']) refresh(noun)()
      })
    return () => void supabase.removeChannel(channel)
  }, [id, client])
}
