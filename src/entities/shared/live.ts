import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshDeliveries } from '@/entities/deliveries/keys'
import { profileKeys } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { transactionKeys } from '@/entities/transactions/transaction'
import { supabase } from '@/lib/supabase'

/** Refetches on realtime events. Realtime has no replay, so every (re)join of the channel refetches as well. */
export function useLiveUpdates() {
  const { id } = useUser()
  const client = useQueryClient()

  useEffect(() => {
    const refresh = (queryKey: string[]) => () => void client.invalidateQueries({ queryKey })
    const refreshOrders = () => void refreshDeliveries(client)
    const channel = supabase
      .channel(`member:${id}`)
      .on(
        'postgres_changes',
        { event: 'UPDATE', schema: 'public', table: 'profiles', filter: `id=eq.${id}` },
        refresh(profileKeys.all),
      )
      .on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'token_transactions', filter: `user_id=eq.${id}` },
        refresh(transactionKeys.all),
      )
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'orders', filter: `user_id=eq.${id}` },
        refreshOrders,
      )
      .subscribe((status) => {
        if (status !== 'SUBSCRIBED') return
        for (const { all } of [profileKeys, transactionKeys]) refresh(all)()
        refreshOrders()
      })
    return () => void supabase.removeChannel(channel)
  }, [id, client])
}
