import { routes } from '../routes.ts'

/**
 * Whether a path belongs to the member's own booking. The admin pages are assisted booking (booking spec §1); "book now" is
 * staff's way to the first page and redirects.
 */
export const isSelfServicePath = (path: string): boolean => path.startsWith('/booking/') && path !== routes.bookNow
