import { notAdmin, uncertainWrite } from '@/entities/shared/write-errors'
import { explainError } from '@/lib/errors'

export const adminBenefitsLoadFailure = 'Failed to load benefits'

export const benefitCreated = 'Benefit created successfully'
export const benefitUpdated = 'Benefit updated successfully'
export const benefitDeleted = 'Benefit deleted successfully'
export const benefitSaveFailure = 'Failed to save benefit'
export const benefitDeleteFailure = 'Failed to delete benefit'

export function benefitErrorMessage(error: unknown): string | undefined {
  return explainError(error, {
    ...uncertainWrite,
    category_deleted: 'Someone else removed this category. Choose another.',
    not_admin: notAdmin,
    row_changed: 'Someone else changed this benefit since you opened it.',
    row_deleted: 'This benefit was deleted since you opened it.',
  })
}
