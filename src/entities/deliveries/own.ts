import { queryOptions, useQuery } from '@tanstack/react-query'
import { deliveryKeys } from '@/entities/deliveries/keys'
import { rowOrNull } from '@/entities/shared/detail'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'
import type { Callable } from '@/lib/tables'

type ReturnedRow<Name extends keyof Callable> = Extract<Callable[Name]['Returns'], unknown[]>[number]
/** The generated types of functions lack null. */
type Nullable<Row, Always extends keyof Row> = { [Column in keyof Row]: Row[Column] | null } & Pick<
  Row,
  Always
>

/** What may be stored on the device: keys masked, no content (D32). */
export type DeliveryStatus = Nullable<ReturnedRow<'delivery_status'>, 'method' | 'delivered_at' | 'items'>

type Detail = {
  tokens?: number
  before?: number
  after?: number
  to?: string
  kind?: string | null
  method?: string
  item?: number
  withdrawn?: boolean
  reason?: string | null
  answer?: string
  /** Of a refund. */
  text?: string
}
export type OrderEvent = Omit<ReturnedRow<'order_events'>, 'detail'> & { detail: Detail | null }

const statusQuery = (orderId: string) =>
  queryOptions({
    queryKey: deliveryKeys.status(orderId),
    queryFn: async ({ signal }): Promise<DeliveryStatus | null> => {
      const request = supabase.rpc('delivery_status', { p_order_id: orderId })
      const rows = await rowOrNull(request.abortSignal(signal).throwOnError())
      return rows?.[0] ?? null
    },
    ...cachedOffline(),
  })

/** Null before the delivery and after a cancellation. */
export function useDeliveryStatus(orderId: string) {
  return useQuery(statusQuery(orderId))
}

const eventsQuery = (orderId: string) =>
  queryOptions({
    queryKey: deliveryKeys.events(orderId),
    queryFn: async ({ signal }) => {
      const request = supabase.rpc('order_events', { p_order_id: orderId })
      return ((await rowOrNull(request.abortSignal(signal).throwOnError())) ?? []) as OrderEvent[]
    },
    ...cachedOffline(),
  })

export function useOrderEvents(orderId: string) {
  return useQuery(eventsQuery(orderId))
}
