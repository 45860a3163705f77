import type { RealtimeChannel } from '@supabase/supabase-js'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { joinChannel } from './join-channel'

const intervalMs = 30_000

/**
 * Calls `refresh` when events may have been missed: on every (re)join, because realtime has no replay, and while there is no
 * channel, as behind proxies that refuse WebSockets, every 30 s, on focus and on navigation. `listen` adds the listeners.
 */
export function useChannel(name: string, listen: (channel: RealtimeChannel) => void, refresh: () => unknown) {
  const { pathname } = useLocation()
  const [isDown, setDown] = useState(false)
  const onJoin = useEffectEvent(listen)
  const onMissed = useEffectEvent(refresh)

  useEffect(() => {
    let left = false
    const onStatus = (status: string) => {
      if (left) return
      setDown(status !== 'SUBSCRIBED')
      if (status === 'SUBSCRIBED') onMissed()
    }
    const leave = joinChannel(
      name,
      (channel) => {
        onJoin(channel)
        channel.subscribe(onStatus)
      },
      () => onStatus('CLOSED'),
    )
    return () => {
      left = true
      leave()
    }
  }, [name])

  useEffect(() => {
    // On each page, not only on the first one.
    if (isDown && pathname) onMissed()
  }, [isDown, pathname])

  useEffect(() => {
    if (!isDown) return
    const look = () => document.hidden || onMissed()
    const timer = setInterval(look, intervalMs)
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isDown])
}

/** Runs `load` immediately; calls during a run are merged into one further run. */
export function coalesce(load: () => Promise<unknown>): () => void {
  let last: Promise<unknown> = Promise.resolve()
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    last = last.then(() => {
      isDue = false
      return load()
    })
  }
}
