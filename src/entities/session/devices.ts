import { useMutation, useQuery } from '@tanstack/react-query'
import { signOutFailure, withSigningOut } from '@/entities/session/session'
import { read } from '@/entities/shared/read'
import { loadClient, supabase } from '@/lib/supabase'

/** Where the user is signed in, this session first. */
export function useDevices() {
  return useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => read(supabase.rpc('my_devices'), signal),
    staleTime: 0,
    gcTime: 0,
  })
}

// Each names those that it is compatible with, so the order counts.
const browsers = [
  ['Edge', /Edg/],
  ['Opera', /OPR/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

/** 'Firefox on macOS', from what a browser says of itself. */
export function deviceName(userAgent: string | null): string {
  const find = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** Ends every session of the user. Without the server, this one stays too. */
async function signOutEverywhere() {
  const { auth } = await loadClient()
  await auth.signOut({ scope: 'global' })
}

/** Other devices notice when they refresh their session. */
export function useSignOutEverywhere() {
  return useMutation({
    mutationFn: () => withSigningOut(signOutEverywhere),
    meta: { failed: signOutFailure, inPlace: true },
  })
}
