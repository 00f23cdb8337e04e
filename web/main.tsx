import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/base.css';
import { App } from './app/App';
import { requestIsolation } from './app/isolation';
import { createServices } from './state/services';
import { installTheme } from './app/theme';
import { codecStyleSheet } from './styles/codec-colors';

installTheme();
const sheet = new CSSStyleSheet();
sheet.replaceSync(codecStyleSheet());
document.adoptedStyleSheets.push(sheet);

const services = createServices();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App services={services} />
  </StrictMode>,
);
// A reload for isolation comes only while nothing has begun.
void requestIsolation(() => services.run.get().life.status === 'idle' && services.ownFile.get().status === 'none');
