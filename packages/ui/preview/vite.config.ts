import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The gallery alone, for work on components: `npm run gallery -w packages/ui`. */
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', port: 4780, strictPort: true },
})
