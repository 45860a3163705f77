import { paths } from '@/lib/paths'

/** Where an order's details are. */
export function orderLink(id: string): string {
  return `${paths.adminOrders}?order=${id}`
}
