/** A request by method and URL: `GET orders?*order=`; below /rest/v1/ unless it begins with a slash, `*` for anything, any end. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`

export function matcher(call: Call): { method: string; path: RegExp } {
  const [method = '', path = ''] = call.split(' ')
  const whole = path.startsWith('/') ? path : `/rest/v1/${path}`
  return { method, path: new RegExp(`^${whole.replace(/[.?]/g, '\\$&').replaceAll('*', '.*')}`) }
}
