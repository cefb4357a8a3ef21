import { cutText } from '@apogee/domain/text/cut-text.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { offeredBundleQuery } from '#web/features/bundles/api/offered.ts'
import { BundleSales } from '#web/features/bundles/components/sales/bundle-sales.tsx'
import { bundleMessages } from '#web/features/bundles/messages/offered.en.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { Head } from '#web/platform/page/head.tsx'
import { Link, useParams } from '#web/platform/router/router.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import type { PageAnswer, PageModule, PageRequest } from '#web/framework/page-module.ts'

const idIn = (id: string | undefined): number => (id && /^\d{1,15}$/.test(id) ? Number(id) : 0)

async function loadOnServer({ params, queries }: PageRequest): Promise<PageAnswer | undefined> {
  const query = offeredBundleQuery(idIn(params['bundleId']))
  try {
    await queries.fetchQuery(query)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The browser hydrates without the failed answer and fetches again, so the server must also render without it.
    queries.removeQueries({ queryKey: query.queryKey })
    return { status: error.status === 404 ? 404 : 503 }
  }
}

export const load = import.meta.env.SSR ? loadOnServer : undefined

export const prefetch: PageModule['prefetch'] = ({ params, queries }) =>
  queries.prefetchQuery(offeredBundleQuery(idIn(params['bundleId'])))

export function Component() {
  const text = useText(bundleMessages)
  const refusal = useRefusalText()
  const bundle = useQuery(offeredBundleQuery(idIn(useParams()['bundleId'])))
  if (bundle.data) {
    const { id, title, description, courses } = bundle.data
    const about = description === '' ? courses.map((course) => course.title).join(', ') : description
    return (
      <>
        <Head
          title={title}
          description={cutText(about.replaceAll(/\s+/g, ' '), 160)}
          path={`/bundles/${id}`}
        />
        <BundleSales bundle={bundle.data} />
      </>
    )
  }
  return (
    <>
      <Head title={text.neutralTitle} />
      {!bundle.isError ? (
        <Loading label={text.loading} className="ap-wrap ap-section">
          <Skeleton shape="title" width={60} />
          <Skeleton shape="block" />
        </Loading>
      ) : bundle.error instanceof ApiError && bundle.error.status === 404 ? (
        <EmptyState
          page
          titleAs="h1"
          title={text.missing}
          text={text.missingHint}
          action={
            <LinkButton as={Link} to="/marketplace" variant="primary">
              {text.toMarketplace}
            </LinkButton>
          }
        />
      ) : (
        <ErrorState
          page
          titleAs="h1"
          title={text.loadFailed}
          text={refusal(bundle.error)}
          action={<Button onClick={() => void bundle.refetch()}>{text.tryAgain}</Button>}
        />
      )}
    </>
  )
}
