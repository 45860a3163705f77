import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveryKeys, refreshDeliveries } from '@/entities/deliveries/delivery'
import { type DeliveryFile, downloadDeliveryFile, downloadErrorMessage } from '@/entities/deliveries/files'
import { orNull, read } from '@/entities/shared/read'
import { errorCode } from '@/lib/errors'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { saveFile } from '@/lib/save-file'
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

/** Null before the delivery and after a cancellation. */
export function useDeliveryStatus(orderId: string) {
  return useQuery({
    queryKey: deliveryKeys.status(orderId),
    queryFn: async ({ signal }): Promise<DeliveryStatus | null> => {
      const rows = await orNull(read(supabase.rpc('delivery_status', { p_order_id: orderId }), signal))
      return rows?.[0] ?? null
    },
    ...offlineCacheOptions(),
  })
}

export function useOrderEvents(orderId: string) {
  return useQuery({
    queryKey: deliveryKeys.events(orderId),
    queryFn: async ({ signal }) => {
      const events = await orNull(read(supabase.rpc('order_events', { p_order_id: orderId }), signal))
      return (events ?? []) as OrderEvent[]
    },
    ...offlineCacheOptions(),
  })
}

/** The order was cancelled, which removed the delivery. */
class DeliveryGone extends Error {
  readonly code = 'nothing_to_report'
}

/** Noted first and read second: what was shown counts as read, whatever becomes of the second request (D53). */
async function readDelivery(orderId: string, signal = new AbortController().signal) {
  const order = { p_order_id: orderId }
  await supabase.rpc('open_delivery', order).abortSignal(signal).throwOnError()
  const [delivery] = await read(supabase.rpc('order_delivery', order), signal)
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
      failed: (error) =>
        errorCode(error) === 'nothing_to_report'
          ? 'This order has changed: nothing is delivered any more.'
          : 'What was delivered could not be loaded.',
    },
  })
  const read = () => new Promise<Delivery>((resolve, reject) => mutateAsync(resolve).catch(reject))
  return { read, isPending }
}

/** For links and texts, which the page shows at once; never for keys. */
export function useDeliveryContent(orderId: string, deliveredAt: string) {
  return useQuery({
    queryKey: deliveryKeys.content(orderId, deliveredAt),
    queryFn: async ({ signal }) => (await readDelivery(orderId, signal)).content,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Two calls, one after the other, and only now.
    meta: { prefetched: false },
  })
}

/** Saves the file under its original name (D32). `received`: bytes so far. */
export function useFileDownload() {
  const [received, setReceived] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: DeliveryFile) => {
      setReceived(0)
      saveFile(file.name, await downloadDeliveryFile(file, { onProgress: setReceived }))
    },
    meta: { failed: downloadErrorMessage },
  })
  return { download: mutate, received: isPending ? received : undefined }
}

/** Only reading a delivery returns where its file is; it counts as read from then on. */
export function useDeliveredFile(orderId: string) {
  const { read, isPending } = useReadDelivery(orderId)
  const { download, received } = useFileDownload()
  return {
    received,
    isBusy: isPending || received !== undefined,
    // The mutation shows why it was not read.
    save: () => void read().then(download, () => undefined),
  }
}
