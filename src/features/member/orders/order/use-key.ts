import { useEffect, useState } from 'react'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { useReadDelivery } from '@/entities/deliveries/read'
import { copyText } from '@/lib/clipboard'

/** A revealed key hides again after this. */
const shownMs = 30_000

/** The key of an own order: held in this component's state while it is revealed, and nowhere else. */
export function useKey(orderId: string) {
  const [shown, setShown] = useState<string>()
  const [busy, setBusy] = useState<'reveal' | 'copy'>()
  const { read } = useReadDelivery(orderId)

  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(() => setShown(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [shown])

  /** A failure has its toast. */
  async function attempt(what: 'reveal' | 'copy', act: () => Promise<void>) {
    if (busy) return
    setBusy(what)
    await act().catch(() => undefined)
    setBusy(undefined)
  }

  const reveal = () => attempt('reveal', async () => setShown((await read()).content))
  const copy = () =>
    attempt('copy', async () => {
      const text = shown ?? read().then(({ content }) => content)
      if (await copyText(text)) toastSuccess('Copied', 'Key copied to clipboard')
      else toastError('Error', 'The key could not be copied. Reveal it and copy it by hand.')
    })

  return { shown, busy, reveal, hide: () => setShown(undefined), copy }
}
