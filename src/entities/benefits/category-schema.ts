import { plainText } from '@/entities/shared/text-schema'

export const categoryName = plainText({ empty: 'Enter a name.', maxLength: 60 })
