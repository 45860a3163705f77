import { Clock, File, KeyRound, Link2 } from 'lucide-react'
import { isDeliveryMethod } from '@/entities/deliveries/method'

const icons = { key: KeyRound, link: Link2, file: File, manual: Clock }

export function MethodIcon({ method, className }: { method: string; className: string }) {
  const Icon = icons[isDeliveryMethod(method) ? method : 'manual']
  return <Icon aria-hidden="true" className={className} />
}
