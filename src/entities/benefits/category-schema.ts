import { plainText } from '@/entities/shared/schemas'

export const categoryName = plainText({ empty: 'Enter a name.', maxLength: 60 })
