import { operations } from '../../operations/list.ts'

/** A request by method and URL: `GET orders?*order=`; below /rest/v1/ unless it begins with a slash, `*` for anything, any end. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`

export function matcher(call: Call): { method: string; path: RegExp } {
  const [method = '', path = ''] = call.split(' ')
  const whole = path.startsWith('/') ? path : `/rest/v1/${path}`
  return { method, path: new RegExp(`^${whole.replace(/[.?]/g, '\\$&').replaceAll('*', '.*')}`) }
}

const METHODS = { insert: 'POST', upsert: 'POST', update: 'PATCH', delete: 'DELETE' } as const

/** An operation of the list, and the request that performs it, as its function or its rights name it. */
export function operation(name: string, table?: string) {
  const { functions = {}, rights = {} } = operations.find((one) => one.name === name) ?? {}
  const [called] = Object.keys(functions)
  const [[written, verbs] = ['', {}]] = Object.entries(rights).filter(([one]) => one === (table ?? one))
  const [verb] = Object.keys(verbs) as (keyof typeof METHODS)[]
  if (!called && !verb) throw new Error(`There is no operation "${name}" that a client requests.`)
  const call: Call = called ? `POST rpc/${called}` : `${METHODS[verb ?? 'insert']} ${written}`
  return { name, operation: name, call }
}
