import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Benefit, benefitKeys } from '@/entities/benefits/benefit'
import { refreshDeliveries } from '@/entities/deliveries/delivery'
import { profileKeys } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { send } from '@/entities/shared/read'
import type { ErrorCode } from '@/lib/error-codes'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import type { DeliveryInput } from './schemas'

/** `id` is generated when the dialog opens and reused by every retry (D3). */
type NewOrder = DeliveryInput & {
  id: string
  benefit: Pick<Benefit, 'id' | 'name' | 'image_url' | 'description'>
  price: number
}

const staleCodes: ErrorCode[] = [
  'insufficient_tokens',
  'price_changed',
  'benefit_unavailable',
  'not_open_yet',
  'closed',
  'limit_reached',
  'sold_out',
  'membership_inactive',
  'membership_ended',
]
const placedColumns = 'id, order_number, benefit_name, redemption_email, delivery_method'

/** Charged in the same transaction; refuses an outdated price, an inactive benefit, a low balance (D1, D3). */
export function usePlaceOrder() {
  const { id: userId } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, benefit, price, email }: NewOrder) => {
      try {
        const { data } = await supabase
          .from('orders')
          .insert({
            id,
            user_id: userId,
            benefit_id: benefit.id,
            redemption_email: email,
            status: 'pending',
            benefit_name: benefit.name,
            benefit_token_value: price,
            benefit_image_url: benefit.image_url,
            benefit_description: benefit.description,
          })
          .select(placedColumns)
          .abortSignal(AbortSignal.timeout(20_000))
          .single()
          .throwOnError()
        return data
      } catch (error) {
        if (errorCode(error) !== '23505') throw error
        const { data } = await supabase
          .from('orders')
          .select(placedColumns)
          .eq('id', id)
          .eq('user_id', userId)
          .single()
          .throwOnError()
        return data
      }
    },
    onError: (error) => {
      // The catalogue, the balance or the membership is outdated.
      if (!staleCodes.includes(errorCode(error))) return
      void client.invalidateQueries({ queryKey: benefitKeys.all })
      void client.invalidateQueries({ queryKey: profileKeys.all })
    },
    meta: { failed: 'form' },
  })
}

/** A failure refetches the order, because it may have changed or be cancelled (D35). */
export function useCancelOwnOrder(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      send(supabase.rpc('cancel_my_order', { p_order_id: orderId }).abortSignal(AbortSignal.timeout(20_000))),
    onError: () => refreshDeliveries(client),
    meta: { failed: 'form' },
  })
}
