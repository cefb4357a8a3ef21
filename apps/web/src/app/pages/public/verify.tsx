import { FindCertificate } from '#web/features/achievements/components/find-certificate.tsx'
import { findCertificateMessages } from '#web/features/achievements/messages/find-certificate.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Head } from '#web/platform/page/head.tsx'

export function Component() {
  const text = useText(findCertificateMessages)
  return (
    <div className="ap-wrap pb-16">
      <Head title={text.title} description={text.lead} path="/verify" />
      <header className="ap-page-head">
        <h1 className="ap-h1">{text.title}</h1>
        <p className="mt-3 max-w-measure text-secondary">{text.lead}</p>
      </header>
      <FindCertificate />
    </div>
  )
}
