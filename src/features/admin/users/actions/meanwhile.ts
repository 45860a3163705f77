import type { Profile } from '@/entities/profiles/admin-list'
import type { AdminProfileInput } from '@/entities/profiles/admin-schema'
import { formatNumber } from '@/lib/format'

/** What a field says when somebody else changed it since it was opened (D7). */
export function meanwhile(field: keyof AdminProfileInput, opened: Profile, now: Profile): string {
  if (field === 'current_tokens') {
    return `The balance is ${formatNumber(now.current_tokens)} now, not ${formatNumber(opened.current_tokens)}. Nothing was saved: check the new balance and save again.`
  }
  const happened = now[field] ? `Changed meanwhile to "${now[field]}".` : 'Emptied meanwhile.'
  return `${happened} Nothing was saved: save again to replace it.`
}
