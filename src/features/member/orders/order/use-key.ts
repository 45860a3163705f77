import { useEffect, useState } from 'react'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { useReadDelivery } from '@/entities/deliveries/read'
import { copyText } from '@/lib/clipboard'

const shownMs = 30_000

/** A revealed key is only in this component's state. */
export function useKey(orderId: string) {
  const [shown, setShown] = useState<string>()
  const [busy, setBusy] = useState<'reveal' | 'copy'>()
  const { read } = useReadDelivery(orderId)

  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(() => setShown(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [shown])

  async function runAction(what: 'reveal' | 'copy', act: () => Promise<void>) {
    if (busy) return
    setBusy(what)
    await act().catch(() => undefined)
    setBusy(undefined)
  }

  const reveal = () => runAction('reveal', async () => setShown((await read()).content))
  const copy = () =>
    runAction('copy', async () => {
      const text = shown ?? read().then(({ content }) => content)
      if (await copyText(text)) toastSuccess('Copied', 'Key copied to clipboard')
      else toastError('Error', 'The key could not be copied. Reveal it and copy it by hand.')
    })

  return { shown, busy, reveal, hide: () => setShown(undefined), copy }
}
