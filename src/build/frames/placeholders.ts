/** For what only the reader's browser knows. */
export const placeholders = {
  user: '00000000-0000-0000-0000-000000000000',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  zone: '[zone]',
}
