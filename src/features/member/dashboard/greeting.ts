export function firstName(name = ''): string | undefined {
  return name.trim().split(/\s+/)[0] || undefined
}

export function greeting(name?: string): string {
  const first = firstName(name)
  return first ? `Welcome, ${first}` : 'Welcome'
}
