import type { PageCursor } from '@/lib/page-cursor'
import type { Tables } from '@/lib/tables'

export type Benefit = Tables<'benefits'>

export const benefitsLoadFailure = 'Failed to load benefits. Please try again.'

export const benefitKeys = {
  all: ['benefits'],
  lists: ['benefits', 'list'],
  list: (filters: object, balance?: number) => ['benefits', 'list', filters, balance],
  affordable: (search: string, balance?: number) => ['benefits', 'affordable', search, balance],
  nearest: (balance?: number) => ['benefits', 'nearest', balance],
  detail: (id: string) => ['benefits', 'detail', id],
  stock: (ids: readonly string[]) => ['benefits', 'stock', ids],
  admin: ['benefits', 'admin'],
  adminLists: ['benefits', 'admin', 'list'],
  adminList: (search: string, cursor: PageCursor) => ['benefits', 'admin', 'list', search, cursor],
  adminDetail: (id: string) => ['benefits', 'admin', 'detail', id],
  adminCount: (search: string) => ['benefits', 'admin', 'count', search],
  adminFigures: (ids: readonly string[]) => ['benefits', 'admin', 'figures', ids],
}
