' A client for Counterpart in one file: VB.NET, .NET Framework 4.5 to 4.8. Copy it and change what you like.
'
'     C:\Windows\Microsoft.NET\Framework64\v4.0.30319\vbc.exe /r:System.Web.Extensions.dll Counterpart.vb
'
'     set COUNTERPART_KEY=cp_test_...          the key of the shop (a staging key while you try)
'     Counterpart push rows.json               upload the rows of a JSON array
'     Counterpart events                       read what happened since the last time
'     Counterpart follow                       the same, without end: an event is there within a second
'     Counterpart accept ORD-2026-000001
'     Counterpart verify body.bin sha256=...   check a webhook (COUNTERPART_WEBHOOK_SECRET)

Option Strict On
Option Explicit On
Option Infer On

Imports System
Imports System.Collections
Imports System.Collections.Generic
Imports System.Globalization
Imports System.IO
Imports System.Net
Imports System.Security.Cryptography
Imports System.Text
Imports System.Threading
Imports System.Web.Script.Serialization

''' <summary>The service refused the call. Sending the same call again changes nothing.</summary>
Public Class RefusedException
    Inherits Exception

    Public ReadOnly Status As Integer

    Public Sub New(status As Integer, code As String, message As String)
        MyBase.New(status.ToString() & " " & code & ": " & message)
        Me.Status = status
    End Sub
End Class

''' <summary>Calls the service; each call is tried again where that can help.</summary>
Public Class Client
    Private Const MaxRows As Integer = 1000 ' rows of one upload
    Private Const MaxBytes As Integer = 2000000 ' bytes of one upload; the service takes 2,097,152
    Private Const Tries As Integer = 6 ' waits between them: 1, 2, 4, 8 and 16 seconds
    Private Const TimeoutMs As Integer = 60000 ' longer than the longest wait for an event (25 seconds)

    ' 409: the same Idempotency-Key is being worked on.
    Private Shared ReadOnly TryAgain As Integer() = {409, 429, 500, 502, 503, 504}
    Private Shared ReadOnly Chance As New Random()

    Public Shared ReadOnly Json As New JavaScriptSerializer() With {.MaxJsonLength = Integer.MaxValue}

    Private ReadOnly Address As String
    Private ReadOnly Key As String

    Public Sub New(address As String, key As String)
        Me.Address = address.TrimEnd("/"c)
        Me.Key = key
    End Sub

    ''' <summary>The answer's JSON. Throws RefusedException, or IOException when the service cannot be reached.</summary>
    Public Function CallService(method As String, path As String, body As String) As Dictionary(Of String, Object)
        ' The same name on every try: work that was done, but whose answer was lost, is not done twice.
        Dim once As String = If(method = "POST", Guid.NewGuid().ToString(), Nothing)
        Dim attempt As Integer = 1
        Do
            Dim pause As Double = Math.Pow(2, attempt - 1) * (0.8 + 0.4 * Chance.NextDouble())
            Try
                Return Json.Deserialize(Of Dictionary(Of String, Object))(Send(method, path, body, once))
            Catch problem As WebException
                Dim answer = TryCast(problem.Response, HttpWebResponse)
                If answer IsNot Nothing Then
                    pause = ReadPause(answer, attempt = Tries, pause)
                ElseIf attempt = Tries Then
                    Throw New IOException(Address & " cannot be reached: " & problem.Message)
                End If
            Catch problem As IOException
                If attempt = Tries Then Throw
            End Try
            Thread.Sleep(CInt(1000 * pause))
            attempt += 1
        Loop
    End Function

    ''' <summary>Upload one batch; the result.</summary>
    Public Function PushBatch(batch As List(Of String)) As Dictionary(Of String, Object)
        Return CallService("POST", "/v1/items", "{""items"":[" & String.Join(",", batch) & "]}")
    End Function

    ''' <summary>A page of events after that cursor (Nothing: from the oldest kept), waiting up to so many seconds.</summary>
    Public Function Events(cursor As String, wait As Integer) As Dictionary(Of String, Object)
        Dim after As String = If(cursor Is Nothing, "", "&after=" & Uri.EscapeDataString(cursor))
        Return CallService("GET", "/v1/events?limit=100&wait=" & wait.ToString() & after, Nothing)
    End Function

    ''' <summary>Move an order: confirm_fitment, accept, reject (with a reason), ready, dispatched, delivered.</summary>
    Public Function Act(order As String, action As String, reason As String) As String
        Dim body As String = ""
        If reason IsNot Nothing Then body = "{""reason"":" & Json.Serialize(reason) & "}"
        Dim path As String = "/v1/orders/" & Uri.EscapeDataString(order) & "/" & action
        Return CStr(CallService("POST", path, body)("status"))
    End Function

    ''' <summary>Lists of rows as JSON text, each list within both limits.</summary>
    Public Shared Iterator Function Batches(rows As IEnumerable) As IEnumerable(Of List(Of String))
        Dim batch As New List(Of String)()
        Dim size As Integer = 0
        For Each row As Object In rows
            Dim text As String = Json.Serialize(row)
            Dim bytes As Integer = Encoding.UTF8.GetByteCount(text) + 1
            If batch.Count > 0 AndAlso (batch.Count = MaxRows OrElse size + bytes > MaxBytes - 20) Then
                Yield batch
                batch = New List(Of String)()
                size = 0
            End If
            batch.Add(text)
            size += bytes
        Next
        If batch.Count > 0 Then Yield batch
    End Function

    ''' <summary>Whether x-service-signature is right for the raw body, compared in constant time.</summary>
    Public Shared Function IsGenuine(secret As String, body As Byte(), signature As String) As Boolean
        Dim wanted As Byte()
        Using hmac As New HMACSHA256(Encoding.UTF8.GetBytes(secret))
            Dim hex As String = BitConverter.ToString(hmac.ComputeHash(body)).Replace("-", "").ToLowerInvariant()
            wanted = Encoding.UTF8.GetBytes("sha256=" & hex)
        End Using
        Dim given As Byte() = Encoding.UTF8.GetBytes(signature)
        Dim difference As Integer = wanted.Length Xor given.Length
        For i As Integer = 0 To Math.Min(wanted.Length, given.Length) - 1
            difference = difference Or (wanted(i) Xor given(i))
        Next
        Return difference = 0
    End Function

    ''' <summary>One try: the body of a 200. Throws WebException, with the answer where there is one.</summary>
    Private Function Send(method As String, path As String, body As String, once As String) As String
        Dim request = DirectCast(WebRequest.Create(Address & path), HttpWebRequest)
        request.Method = method
        request.Timeout = TimeoutMs
        request.ReadWriteTimeout = TimeoutMs
        request.Proxy = Nothing ' the service is on this computer or in the shop's own network
        request.AllowAutoRedirect = False
        request.ServicePoint.Expect100Continue = False
        request.Headers("Authorization") = "Bearer " & Key
        If once IsNot Nothing Then request.Headers("Idempotency-Key") = once
        If body IsNot Nothing Then
            Dim bytes As Byte() = Encoding.UTF8.GetBytes(body)
            request.ContentType = "application/json"
            request.ContentLength = bytes.Length
            Using stream As Stream = request.GetRequestStream()
                stream.Write(bytes, 0, bytes.Length)
            End Using
        End If
        Using answer As WebResponse = request.GetResponse()
            Return ReadText(answer)
        End Using
    End Function

    ''' <summary>How long to wait before the next try. Throws RefusedException where none can help.</summary>
    Private Shared Function ReadPause(answer As HttpWebResponse, last As Boolean, pause As Double) As Double
        Using answer
            If last OrElse Array.IndexOf(TryAgain, CInt(answer.StatusCode)) < 0 Then Throw ReadRefusal(answer)
            Dim seconds As Integer
            Dim given As String = answer.Headers("Retry-After")
            Return If(Integer.TryParse(given, NumberStyles.None, CultureInfo.InvariantCulture, seconds), seconds, pause)
        End Using
    End Function

    Private Shared Function ReadText(answer As WebResponse) As String
        Using reader As New StreamReader(answer.GetResponseStream(), Encoding.UTF8)
            Return reader.ReadToEnd()
        End Using
    End Function

    ''' <summary>The error body; what stands before the service (a proxy) may answer without one.</summary>
    Private Shared Function ReadRefusal(answer As HttpWebResponse) As RefusedException
        Try
            Dim body = Json.Deserialize(Of Dictionary(Of String, String))(ReadText(answer))
            Return New RefusedException(CInt(answer.StatusCode), body("error"), body("message"))
        Catch problem As Exception
            Return New RefusedException(CInt(answer.StatusCode), "no_reason", "The answer has no error body.")
        End Try
    End Function
End Class

Public Module Program
    Private Const CursorFile As String = "counterpart.cursor"

    Public Function Main(words As String()) As Integer
        Try
            Console.OutputEncoding = New UTF8Encoding(False)
            Return Run(words)
        Catch problem As Exception
            Console.Error.WriteLine("counterpart: " & problem.Message)
        End Try
        Return 1
    End Function

    ''' <summary>One command; its exit code.</summary>
    Private Function Run(words As String()) As Integer
        If words.Length = 3 AndAlso words(0) = "verify" Then Return VerifyFile(words(1), words(2))
        Dim address As String = If(Environment.GetEnvironmentVariable("COUNTERPART_ADDRESS"), "http://127.0.0.1:8710")
        Dim client As New Client(address, Environment.GetEnvironmentVariable("COUNTERPART_KEY"))
        Dim command As String = If(words.Length = 0, "", words(0))
        If command = "push" AndAlso words.Length = 2 Then Return PushFile(client, words(1))
        If command = "accept" AndAlso words.Length = 2 Then
            Console.WriteLine(client.Act(words(1), "accept", Nothing))
            Return 0
        End If
        If command = "events" OrElse command = "follow" Then
            Do
                ReadEvents(client, If(command = "follow", 25, 0))
            Loop While command = "follow"
            Return 0
        End If
        Console.WriteLine("Counterpart push FILE | events | follow | accept ORDER | verify BODY SIGNATURE")
        Return 2
    End Function

    ''' <summary>Your part: called for each event, perhaps twice for one; its "id" tells.</summary>
    Private Sub Handle(one As Dictionary(Of String, Object))
        Dim data = DirectCast(one("data"), Dictionary(Of String, Object))
        Dim about As String = ""
        If data.ContainsKey("sku") Then about = CStr(data("sku"))
        For Each name As String In {"order", "rfq"}
            If data.ContainsKey(name) Then
                about = CStr(DirectCast(data(name), Dictionary(Of String, Object))("reference"))
            End If
        Next
        Console.WriteLine(CStr(one("event")) & " " & about)
    End Sub

    ''' <summary>Handle everything since the last time; the cursor is kept once a page has been handled.</summary>
    Private Sub ReadEvents(client As Client, wait As Integer)
        Dim page As Dictionary(Of String, Object)
        Do
            page = client.Events(ReadCursor(), wait)
            If page.ContainsKey("gap") AndAlso CBool(page("gap")) Then
                Console.Error.WriteLine("Events are missing: read the catalogue and the open orders once.")
            End If
            For Each one As Dictionary(Of String, Object) In DirectCast(page("events"), ArrayList)
                Handle(one)
            Next
            WriteCursor(CStr(page("next")))
        Loop While CBool(page("more"))
    End Sub

    Private Function ReadCursor() As String
        Dim text As String = If(File.Exists(CursorFile), File.ReadAllText(CursorFile).Trim(), "")
        Return If(text = "", Nothing, text)
    End Function

    ''' <summary>In one step, so that what ends in between leaves the old one or the new one.</summary>
    Private Sub WriteCursor(cursor As String)
        File.WriteAllText(CursorFile & ".new", cursor)
        If File.Exists(CursorFile) Then
            File.Replace(CursorFile & ".new", CursorFile, Nothing)
        Else
            File.Move(CursorFile & ".new", CursorFile)
        End If
    End Sub

    ''' <summary>Upload a file; 1 when rows were rejected.</summary>
    Private Function PushFile(client As Client, path As String) As Integer
        Dim rows = DirectCast(Client.Json.DeserializeObject(File.ReadAllText(path, Encoding.UTF8)), IEnumerable)
        Dim start As Integer = 0
        Dim saved As Integer = 0
        Dim rejected As Integer = 0
        For Each batch As List(Of String) In Client.Batches(rows)
            Dim result = client.PushBatch(batch)
            saved += CInt(result("saved"))
            For Each fault As Dictionary(Of String, Object) In DirectCast(result("errors"), ArrayList)
                rejected += 1
                Dim row As Integer = start + CInt(fault("index"))
                Console.WriteLine("row " & row.ToString() & " " & CStr(fault("sku")) & ": " & CStr(fault("error")))
            Next
            start += batch.Count
        Next
        Console.WriteLine("saved " & saved.ToString() & ", rejected " & rejected.ToString())
        Return If(rejected > 0, 1, 0)
    End Function

    Private Function VerifyFile(path As String, signature As String) As Integer
        Dim secret As String = Environment.GetEnvironmentVariable("COUNTERPART_WEBHOOK_SECRET")
        Dim genuine As Boolean = Client.IsGenuine(secret, File.ReadAllBytes(path), signature)
        Console.WriteLine(If(genuine, "genuine", "forged"))
        Return If(genuine, 0, 1)
    End Function
End Module
