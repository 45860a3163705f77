import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deliveryKeys, refreshDeliveries } from '@/entities/deliveries/keys'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** The order was cancelled, which removed the delivery. */
class DeliveryGone extends Error {
  readonly code = 'nothing_to_report'
}

/** Noted first and read second: what was shown counts as read, whatever becomes of the second request (D53). */
async function readDelivery(orderId: string, signal = new AbortController().signal) {
  const order = { p_order_id: orderId }
  await supabase.rpc('open_delivery', order).abortSignal(signal).throwOnError()
  const { data } = await supabase.rpc('order_delivery', order).abortSignal(signal).throwOnError()
  const [delivery] = data
  if (!delivery) throw new DeliveryGone()
  return delivery
}

type Delivery = Awaited<ReturnType<typeof readDelivery>>

/** Reading is recorded (D34). Passes the delivery to `receive` only: TanStack Query would cache a returned key. */
export function useReadDelivery(orderId: string) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (receive: (delivery: Delivery) => void) => receive(await readDelivery(orderId)),
    onError: (error) => (error instanceof DeliveryGone ? refreshDeliveries(client) : undefined),
    gcTime: 0,
    meta: {
      failed: (error) => ({
        title: 'Error',
        description:
          errorCode(error) === 'nothing_to_report'
            ? 'This order has changed: nothing is delivered any more.'
            : 'What was delivered could not be loaded.',
      }),
    },
  })
  const read = () => new Promise<Delivery>((resolve, reject) => mutateAsync(resolve).catch(reject))
  return { read, isPending }
}

const contentQuery = (orderId: string, deliveredAt: string) =>
  queryOptions({
    queryKey: deliveryKeys.content(orderId, deliveredAt),
    queryFn: async ({ signal }) => (await readDelivery(orderId, signal)).content,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** For links and texts, which the page shows at once; never for keys. */
export function useDeliveryContent(orderId: string, deliveredAt: string) {
  return useQuery(contentQuery(orderId, deliveredAt))
}
