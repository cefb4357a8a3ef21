/**
 * Runs Vendure from the folder into which it was installed, chosen over IPC. As `furnish`, it creates the tables, imports the products,
 * builds the search index and answers `furnished`; as `serve`, it sends its origin back.
 */
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const methodCode = 'paid-at-once'

process.once('message', async ({ kind, folder, database, poolSize, products }) => {
  const required = createRequire(join(folder, 'package.json'))
  const core = required('@vendure/core')
  const config = configOf(core, { database, poolSize, isNew: kind === 'furnish' })
  const app = await core.bootstrap(config)
  if (kind === 'furnish') await furnish(app, { required, core, folder, products })
  const { port } = app.getHttpServer().address()
  process.send(kind === 'furnish' ? 'furnished' : `http://127.0.0.1:${port}`)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send(user + system)
  })
})
process.once('disconnect', () => process.exit(0))

/** Nothing is delivered, so an order needs no shipping method, as Vendure's guide for digital products advises. */
function configOf(core, { database, poolSize, isNew }) {
  return {
    apiOptions: { hostname: '127.0.0.1', port: 0 },
    authOptions: {
      tokenMethod: 'bearer',
      superadminCredentials: { identifier: 'superadmin', password: 'a password of measurements' },
    },
    dbConnectionOptions: { type: 'postgres', ...database, synchronize: isNew, logging: false, poolSize },
    logger: new core.DefaultLogger({ level: core.LogLevel.Error }),
    orderOptions: {
      process: [
        core.configureDefaultOrderProcess({
          arrangingPaymentRequiresShipping: false,
          arrangingPaymentRequiresStock: false,
        }),
      ],
    },
    paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
    // The process that furnishes runs the jobs; the one that serves starts none.
    plugins: [core.DefaultJobQueuePlugin.init({ pollInterval: 10 }), core.DefaultSearchPlugin],
  }
}

async function furnish(app, { required, core, folder, products }) {
  const cli = required('@vendure/core/cli')
  await app.get(core.JobQueueService).start()
  const file = join(folder, 'products.csv')
  await writeFile(file, tableOf(products))
  await cli.populate(
    async () => app,
    {
      defaultLanguage: 'en',
      defaultZone: 'Asia',
      countries: [{ code: 'MY', name: 'Malaysia', zone: 'Asia' }],
      taxRates: [{ name: 'Standard Tax', percentage: 8 }],
      shippingMethods: [],
      paymentMethods: [
        {
          name: methodCode,
          handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
        },
      ],
      collections: [],
    },
    file,
  )
  await indexAll(app, core)
}

/** Waits for the job, which Vendure runs in this process here. */
async function indexAll(app, core) {
  const context = await app.get(core.RequestContextService).create({ apiType: 'admin' })
  const { id } = await app.get(core.SearchService).reindex(context)
  const connection = app.get(core.TransactionalConnection).rawConnection
  for (;;) {
    const [job] = await connection.query('SELECT state, error FROM job_record WHERE id = $1', [id])
    if (job.state === 'COMPLETED') return
    if (job.state === 'FAILED') throw new Error(`the search index was not built: ${job.error}`)
    await pause(200)
  }
}

const columnsOf = ({ id, name, description, priceCents }) => ({
  name,
  slug: `product-${id}`,
  description,
  assets: '',
  facets: '',
  optionGroups: '',
  optionValues: '',
  sku: `sku-${id}`,
  price: (priceCents / 100).toFixed(2),
  taxCategory: 'standard',
  stockOnHand: 1000,
  trackInventory: 'false',
  variantAssets: '',
  variantFacets: '',
})

const quoted = (text) => `"${String(text).replaceAll('"', '""')}"`

function tableOf(products) {
  const rows = products.map(columnsOf)
  const lines = rows.map((row) => Object.values(row).map(quoted).join(','))
  return [Object.keys(rows[0]).join(','), ...lines].join('\n')
}
