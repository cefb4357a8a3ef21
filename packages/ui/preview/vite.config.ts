import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `npm run gallery -w packages/ui` serves the gallery alone, for work on components. */
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', port: 4780, strictPort: true },
})
