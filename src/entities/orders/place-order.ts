import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Benefit } from '@/entities/benefits/catalogue'
import type { DeliveryInput } from '@/entities/orders/schemas'
import { useUser } from '@/entities/session/session'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** An order that is about to be placed: `id` is made when the dialog opens and kept through every retry (D3). */
export type NewOrder = DeliveryInput & {
  id: string
  benefit: Pick<Benefit, 'id' | 'name' | 'image_url' | 'description'>
  /** The price that the member saw and agreed to. */
  price: number
}

const staleCodes = ['insufficient_tokens', 'price_changed', 'benefit_unavailable']
const placedColumns = 'id, order_number, benefit_name, redemption_email'

/**
 * Places an order and answers it. The database charges it in the same transaction and refuses a stale price, an inactive
 * benefit and a short balance (D1, D3). The same id again is the same order: it is read back as the success it was.
 */
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
      // What the member saw was out of date: the price list, or the balance.
      if (!staleCodes.includes(errorCode(error))) return
      void client.invalidateQueries({ queryKey: ['benefits'] })
      void client.invalidateQueries({ queryKey: ['profiles'] })
    },
    meta: { failed: 'form' },
  })
}
