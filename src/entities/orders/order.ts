import type { PageCursor } from '@/lib/page-cursor'
import type { Tables } from '@/lib/tables'

export type OrderRow = Tables<'orders'>

export const orderColumns =
  'id, order_number, redemption_email, status, benefit_name, benefit_token_value, benefit_image_url, benefit_description, customer_name, customer_email, created_at, updated_at, benefit(name, token_value, image_url, description)'

export const orderKeys = {
  all: ['orders'],
  ownLists: (userId: string) => ['orders', 'own', userId],
  own: (userId: string, list: object) => ['orders', 'own', userId, list],
  ownDetail: (userId: string, id: string) => ['orders', 'own-detail', userId, id],
  ownOfBenefit: (userId: string, benefitId: string) => ['orders', 'own-of-benefit', userId, benefitId],
  newestOf: (userId: string, benefitIds: readonly string[]) => ['orders', 'newest-of', userId, benefitIds],
  current: (userId: string) => ['orders', 'current', userId],
  ofProfile: (profileId: string, cursor: PageCursor) => ['orders', 'of-profile', profileId, cursor],
  ofBenefit: (benefitId: string, cursor: PageCursor) => ['orders', 'of-benefit', benefitId, cursor],
  countOfBenefit: (benefitId: string) => ['orders', 'count-of-benefit', benefitId],
  openOfProfile: (profileId: string) => ['orders', 'open-of-profile', profileId],
  creditLeft: (userId: string) => ['orders', 'credit-left', userId],
  adminLists: ['orders', 'admin-list'],
  adminList: (filters: object, cursor: PageCursor) => ['orders', 'admin-list', filters, cursor],
  adminCount: (filters: object) => ['orders', 'admin-count', filters],
  adminStatusCounts: ['orders', 'admin-status-counts'],
  adminDetail: (id: string) => ['orders', 'admin-detail', id],
  adminDelivery: (id: string) => ['orders', 'admin-delivery', id],
  adminNotes: (id: string) => ['orders', 'admin-notes', id],
  adminViews: ['orders', 'admin-views'],
  adminViewCounts: (filters: readonly object[]) => ['orders', 'admin-view-counts', filters],
  adminHistory: (id: string) => ['orders', 'admin-history', id],
}
