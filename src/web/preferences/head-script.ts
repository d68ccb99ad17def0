import { languages } from '../../content/contract.ts';
import { defaultLanguage, fontsKey, fontsMeta, storageKeys } from './preference-names.ts';

/** Fonts come a round trip after the text. On a line with a longer one they would be too late for the first paint. */
const latestFontsMs = 125;

/** Stands before the script, which reads it. */
export const fontsElement = (addresses: string[]) =>
  `<meta name="${fontsMeta}" content="${addresses.join(' ')}">`;

/**
 * Runs in the head before the first paint; the CSP allows it by its hash. It shows what the visitor chose, and
 * asks for our fonts where they can be there in time.
 */
export const headScript = `(function(){var d=document,r=d.documentElement.dataset,c=navigator.connection,m=d.querySelector('meta[name=${fontsMeta}]'),t,l,f;try{t=localStorage.getItem('${storageKeys.theme}');l=localStorage.getItem('${storageKeys.language}');f=localStorage.getItem('${fontsKey}')}catch(e){}r.theme=t==='light'||t==='dark'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';r.language=/^(${languages.join('|')})$/.test(l)?l:'${defaultLanguage}';if(c&&!(m&&f===m.content)&&(c.saveData||c.rtt>${latestFontsMs}))r.fonts='system';else if(m)m.content.split(' ').forEach(function(h){var k=d.createElement('link');k.rel='preload';k.as='font';k.type='font/woff2';k.crossOrigin='';k.href=h;d.head.append(k)})})()`;
