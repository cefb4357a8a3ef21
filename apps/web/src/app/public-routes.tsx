/**
 * The pages that visitors may open, other than those of front-routes.tsx (docs/specification.md#route-table). The table
 * loads with the first of them.
 */
import type { Area, PageRoute } from '#web/framework/page-module.ts'
import { publicArea, screen, marketingArea } from '#web/framework/route-lines.tsx'

const reading = () => import('./pages/reading.tsx')
const contact = () => import('./pages/contact.tsx')

/** Open to visitors, and part of the workspace for signed-in users. */
const forBoth: Area = { ...publicArea, keepsNav: true }

export const publicPages: PageRoute[] = [
  screen('forbidden', 'forbidden', () => import('./pages/forbidden.tsx'), publicArea),
  screen('pricing', 'pricing', () => import('./pages/pricing.tsx'), marketingArea),
  screen('blog', 'blog', () => import('./pages/blog.tsx'), marketingArea),
  screen('blog/:slug', 'blog-article', () => import('./pages/blog-article.tsx'), marketingArea),
  ...['about', 'roadmap', 'careers'].map((path) => screen(path, 'reading', reading, marketingArea)),
  ...['terms', 'privacy', 'cookies'].map((path) => screen(path, 'reading', reading, publicArea)),
  ...['testimonials', 'partners'].map((path) => screen(path, 'contact', contact, marketingArea)),
  ...['contact', 'contact-support'].map((path) => screen(path, 'contact', contact, publicArea)),
  screen('checkout/success', 'checkout-success', () => import('./pages/checkout-success.tsx'), publicArea),
  screen('checkout/failure', 'checkout-failure', () => import('./pages/checkout-failure.tsx'), publicArea),
  screen('admin/register', 'admin-register', () => import('./pages/admin-register.tsx'), forBoth),
  screen('forgot-password', 'forgot-password', () => import('./pages/forgot-password.tsx'), publicArea),
  screen('reset-password/:token', 'reset-password', () => import('./pages/reset-password.tsx'), publicArea),
  screen('verify-email/:token', 'verify-email', () => import('./pages/verify-email.tsx'), publicArea),
  screen('invitations/:token', 'invitation', () => import('./pages/invitation.tsx'), publicArea),
  screen(
    'course-invitations/:token',
    'course-invitation',
    () => import('./pages/course-invitation.tsx'),
    publicArea,
  ),
  screen('invoices/:token', 'invoice', () => import('./pages/invoice.tsx'), publicArea),
  screen('certificates/:certificateId', 'certificate', () => import('./pages/certificate.tsx'), forBoth),
]
