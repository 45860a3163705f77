import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

function follow(callback: () => void) {
  window.addEventListener('online', callback)
  window.addEventListener('offline', callback)
  return () => {
    window.removeEventListener('online', callback)
    window.removeEventListener('offline', callback)
  }
}

/** Says so while the browser has no connection. */
export function OfflineBanner() {
  const online = useSyncExternalStore(follow, () => navigator.onLine)
  return (
    <div role="status">
      {online ? null : (
        <p className="flex items-center gap-2.5 border-b border-line bg-warning-soft px-4 py-2.5 font-medium text-warning md:px-6 lg:px-7 xl:px-10">
          <WifiOff aria-hidden="true" className="size-4" />
          You are offline. What you see may be out of date, and nothing can be saved until you are back.
        </p>
      )}
    </div>
  )
}
