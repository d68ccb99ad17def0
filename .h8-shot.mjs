import { chromium } from 'playwright-core';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-background-networking'] });
for (const [w,h,scheme] of [[1440,900,'light'],[1440,900,'dark'],[390,844,'light'],[390,844,'dark'],[1024,768,'light']]) {
  const ctx = await browser.newContext({ viewport:{width:w,height:h}, colorScheme: scheme, hasTouch: w<500, isMobile: w<500 });
  const page = await ctx.newPage();
  const errors=[]; page.on('console', m=>m.type()==='error'&&errors.push(m.text())); page.on('pageerror', e=>errors.push(String(e)));
  await page.goto('http://localhost:3123/docs', {waitUntil:'networkidle'});
  await page.screenshot({path:`/tmp/h8-${w}-${scheme}-0.png`});
  if (w<500) await page.getByRole('button',{name:'Search'}).tap(); else await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.waitForTimeout(400);
  console.log(w, scheme, 'focused', await page.evaluate(()=>document.activeElement?.tagName+' '+document.activeElement?.getAttribute('role')));
  await page.screenshot({path:`/tmp/h8-${w}-${scheme}-1.png`});
  await page.getByRole('combobox').fill('tempreture');
  await page.getByRole('option').first().waitFor(); await page.waitForTimeout(200);
  await page.screenshot({path:`/tmp/h8-${w}-${scheme}-2.png`});
  await page.getByRole('combobox').fill('point forecast');
  await page.waitForTimeout(200);
  await page.keyboard.press('ArrowDown'); await page.keyboard.press('ArrowDown');
  await page.screenshot({path:`/tmp/h8-${w}-${scheme}-3.png`});
  await page.getByRole('combobox').fill('zzzzqqqq');
  await page.waitForTimeout(200);
  await page.screenshot({path:`/tmp/h8-${w}-${scheme}-4.png`});
  console.log(errors);
  await ctx.close();
}
await browser.close();
