import { useEffect, useEffectEvent, useState } from 'react'
import { toastError } from '@/components/ui/toast'
import { afterInitialLoad } from '@/lib/after-initial-load'

const retryMs = 30_000

/** Loads a separate file (P2) once the page has settled, or `now`. */
export function useLazyModule<Module>(
  load: () => Promise<Module>,
  now: boolean | undefined,
  onFailure?: () => void,
) {
  const [deferred, setDeferred] = useState<Module>()
  const fail = useEffectEvent(() => {
    if (!now) return
    onFailure?.()
    toastError('Error', 'This part of the page could not be loaded.')
  })

  useEffect(() => {
    if (deferred) return
    let timer: ReturnType<typeof setTimeout>
    const tryLoad = (): Promise<void> =>
      load().then(
        (module) => setDeferred(() => module),
        () => {
          timer = setTimeout(tryLoad, retryMs)
          fail()
        },
      )
    void Promise.resolve(now || afterInitialLoad()).then(tryLoad)
    return () => clearTimeout(timer)
  }, [load, deferred, now])
  return deferred
}
