import { paths } from '@/lib/paths'

export function orderLink(id: string): string {
  return `${paths.adminOrders}?order=${id}`
}
