import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { benefitKeys, type OfferedBenefit } from '@/entities/benefits/benefit'

/** In ms; distances such as 'in 2 hours' are kept true. */
const minute = 60_000

type Times = Pick<OfferedBenefit, 'opens_at' | 'closes_at'>

/** The time in ms, by the minute. When a benefit opens or closes by the clock of the device, rerenders and refetches everything about benefits. */
export function useBenefitClock(benefits: readonly Times[]): number {
  const client = useQueryClient()
  const [now, setNow] = useState(Date.now)
  const times = benefits.flatMap(({ opens_at, closes_at }) => [opens_at, closes_at])
  const next = Math.min(...times.map((time) => Date.parse(time ?? '')).filter((time) => time > now))
  const wake = Math.min(next, now + minute)

  const pass = useEffectEvent(() => {
    // A timer may fire a millisecond early.
    setNow(Math.max(Date.now(), wake))
    if (wake === next) void client.invalidateQueries({ queryKey: benefitKeys.all })
  })

  useEffect(() => {
    const timer = setTimeout(() => pass(), wake - Date.now())
    return () => clearTimeout(timer)
  }, [wake])

  return now
}
