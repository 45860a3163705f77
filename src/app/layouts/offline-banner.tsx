import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { isOffline, onConnectionChange } from '@/lib/connection'
import { formatDate, formatDateTime, formatTime } from '@/lib/format'

export function OfflineBanner() {
  const offline = useSyncExternalStore(onConnectionChange, isOffline, () => false)
  return (
    <div role="status">
      {offline ? (
        <p className="flex items-center gap-2.5 border-b border-line bg-warning-soft px-4 py-2.5 font-medium text-warning md:px-6 lg:px-7 xl:px-10">
          <WifiOff className="size-4 flex-none" />
          <Sentence />
        </p>
      ) : null}
    </div>
  )
}

function Sentence() {
  const seen = useOldestDataTime()
  if (seen === undefined) return 'You are offline. Changes cannot be saved until you are back online.'
  const time = new Date(seen)
  const when = formatDate(time) === formatDate(new Date()) ? formatTime(time) : formatDateTime(time)
  return `You are offline. This page was last updated at ${when}. Changes cannot be saved until you are back online.`
}

/** The age of the oldest data on this page. */
function useOldestDataTime(): number | undefined {
  const cache = useQueryClient().getQueryCache()
  const follow = useCallback(
    (callback: () => void) => cache.subscribe(notifyManager.batchCalls(callback)),
    [cache],
  )
  return useSyncExternalStore(follow, () => {
    const times = cache
      .getAll()
      .filter((query) => query.isActive() && query.state.data !== undefined)
      .map((query) => query.state.dataUpdatedAt)
    return times.length > 0 ? Math.min(...times) : undefined
  })
}
